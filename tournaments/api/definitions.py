"""What an event can be played by: rule sets and profiles, with every setting."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import ReadableView
from tournaments.api.shapes import Shape
from tournaments.engine.profile import load_profile, profile_slugs
from tournaments.engine.ruleset import load_ruleset, ruleset_slugs


class RuleSetShape(Shape):
    slug = serializers.CharField()
    language = serializers.CharField()
    notation = serializers.CharField()
    rack_size = serializers.IntegerField()
    tiles = serializers.IntegerField()


class ProfileShape(Shape):
    slug = serializers.CharField()
    version = serializers.IntegerField()
    settings = serializers.DictField()


class DefinitionsShape(Shape):
    rulesets = RuleSetShape(many=True)
    profiles = ProfileShape(many=True)


class DefinitionsView(ReadableView):
    permission_classes = [AllowAny]

    @extend_schema(responses={200: DefinitionsShape})
    def get(self, request: Request) -> Response:
        """The rule sets and profiles that this installation knows."""
        rulesets = [load_ruleset(slug) for slug in ruleset_slugs()]
        profiles = [load_profile(slug) for slug in profile_slugs()]
        data = {
            "rulesets": [
                {
                    "slug": rules.slug,
                    "language": rules.language,
                    "notation": rules.notation,
                    "rack_size": rules.rack_size,
                    "tiles": len(rules.full_bag().letters),
                }
                for rules in rulesets
            ],
            "profiles": [
                {"slug": profile.slug, "version": profile.version, "settings": profile.settings()}
                for profile in profiles
            ],
        }
        return Response(DefinitionsShape(data).data)
