"""The arbiter's desk: paper slips and their readings, corrections, the panel's questions and opinions."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import REFUSALS, DeviceView, EventView, EventViewSet, act, read
from tournaments.api.bodies import OpinionBody, PaperBody, QuestionBody, Reading
from tournaments.api.pages import listing, paged
from tournaments.api.shapes_desk import OpinionShape, QuestionShape
from tournaments.api.shapes_slip import MismatchShape, PaperReceiptShape, TableSlipShape
from tournaments.enums import Decision, OfficeKind, TurnState
from tournaments.models import Contest, Question, Slip
from tournaments.selectors.visibility import Role, may_see
from tournaments.services import officials, panel, paper, slips
from tournaments.services.actor import Actor


def states_seen(role: Role, field: str) -> list[str]:
    """The states of a turn in which this role sees this field."""
    return [state.value for state in TurnState if may_see(role, state, field)]


class PaperViewSet(EventViewSet):
    lookup_url_kwarg = "turn"
    lookup_value_converter = "int"

    @act(PaperBody, PaperReceiptShape, status=201)
    def paper(self, **written: Any) -> Any:
        """A reading of a table's paper slip. In double entry the second reader does not see the first."""
        return PaperReceiptShape(paper.type_slip(turn=self.turn, by=self.actor, **written)).data

    @extend_schema(responses={200: MismatchShape(many=True), **REFUSALS})
    @action(detail=True)
    def mismatches(self, request: Request, slug: str, turn: int) -> Response:
        """Paper slips whose readings differ or wait for the second one; for officials, from the close."""
        if not self.is_official:
            raise officials.OfficialError("not_official")
        if not may_see(self.role, self.turn.state, "slips"):
            raise Http404
        return Response(MismatchShape(paper.mismatches(self.turn), many=True).data)


class SlipViewSet(EventViewSet):
    lookup_url_kwarg = "slip"
    lookup_value_converter = "int"

    @act(Reading, TableSlipShape, status=201)
    def correct(self, word: str, reference: str, reason: str) -> Any:
        """The arbiter's reading of what a slip really says; the slip itself stays as it came."""
        # The director's part is the slip of an arbiter who plays.
        officials.require(self.event, self.actor, OfficeKind.ARBITER, OfficeKind.DIRECTOR)
        slip = Slip.objects.filter(turn__game__event=self.event, pk=self.kwargs["slip"]).first()
        if slip is None:
            raise Http404
        made = slips.correct(slip=slip, by=self.actor, word=word, reference=reference, reason=reason)
        return TableSlipShape(made).data


class QuestionsView(EventView):
    """Every question of the event that the caller may know of."""

    @extend_schema(**listing(QuestionShape))
    def get(self, request: Request, slug: str) -> Response:
        """What the panel was asked: for officials and panel members, from the close of the turn."""
        return self.listed(visible_questions(self))

    def listed(self, found: QuerySet[Question]) -> Response:
        member = self.device.entry_id if self.device is not None else None
        return paged(self, found, QuestionShape, is_official=self.is_official, member=member)


class TurnQuestionsView(QuestionsView):
    @extend_schema(**listing(QuestionShape))
    def get(self, request: Request, slug: str, turn: int) -> Response:  # type: ignore[override]
        """What the panel was asked about this turn."""
        return self.listed(visible_questions(self).filter(turn=self.turn))

    @extend_schema(request=QuestionBody, responses={201: QuestionShape, **REFUSALS})
    def post(self, request: Request, slug: str, turn: int) -> Response:
        """Put words before the panel (F45); the same words of a turn are one question."""
        _visible, by = self.event, self.actor
        content = read(QuestionBody, request)
        contest = None
        if content["contest"] is not None:
            contest = Contest.objects.filter(turn=self.turn, pk=content["contest"]).first()
            if contest is None:
                raise Http404
        question = panel.ask(turn=self.turn, by=by, words=content["words"], contest=contest)
        return Response(QuestionShape(question, context={"is_official": True}).data, status=201)


class OpinionView(DeviceView):
    @extend_schema(request=OpinionBody, responses={201: OpinionShape, **REFUSALS})
    def post(self, request: Request, slug: str, question: int) -> Response:
        """A panel member's opinion, from their table; given again before the decision, the later one counts."""
        device = self.table
        found = Question.objects.filter(turn__game__event=device.entry.event_id, pk=question).first()
        if found is None:
            raise Http404
        content = read(OpinionBody, request)
        opinion = panel.answer(
            question=found,
            by=Actor.of_device(device),
            decision=Decision(content["decision"]),
            reason=content["reason"],
        )
        return Response(OpinionShape(opinion).data, status=201)


def visible_questions(view: EventView) -> QuerySet[Question]:
    found = Question.objects.filter(turn__game__event=view.event, turn__state__in=states_seen(view.role, "questions"))
    return found.prefetch_related("opinions__member__player").order_by("-asked_at", "-pk")
