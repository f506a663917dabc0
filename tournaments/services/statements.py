"""Statements that are composed once. In a burst of slips, composing a query takes ten times as long as asking it.

For the path of a slip alone: everything else asks the ORM.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db import connection, models

Converter = Callable[[Any], Any]


class Part(NamedTuple):
    """A model and those of its columns that are read; without names, all of them."""

    model: type[models.Model]
    names: Sequence[str] = ()

    @property
    def fields(self) -> list[models.Field[Any, Any]]:
        known = self.model._meta.concrete_fields
        return [field for field in known if not self.names or field.attname in self.names]


class Reading:
    """One row of joined tables as instances, one a part. Columns that are not read are deferred, as by `only()`."""

    def __init__(self, *parts: Part, source: str) -> None:
        self._parts = parts
        self._source = source

    def one(self, values: Sequence[Any], *, ending: str = "") -> tuple[Any, ...] | None:
        with connection.cursor() as cursor:
            cursor.execute(f"{self._statement} {ending}", values)
            row = cursor.fetchone()
        if row is None:
            return None
        found = [convert(value) if convert else value for convert, value in zip(self._converters, row, strict=True)]
        instances, start = [], 0
        for model, names in self._models:
            instances.append(model.from_db(connection.alias, names, found[start : start + len(names)]))
            start += len(names)
        return tuple(instances)

    @cached_property
    def _statement(self) -> str:
        columns = (f'"{part.model._meta.db_table}"."{field.column}"' for part in self._parts for field in part.fields)
        return f"SELECT {', '.join(columns)} FROM {self._source}"  # noqa: S608 - our own words

    @cached_property
    def _models(self) -> list[tuple[type[models.Model], list[str]]]:
        return [(part.model, [field.attname for field in part.fields]) for part in self._parts]

    @cached_property
    def _converters(self) -> list[Converter | None]:
        return [_converter(field) for part in self._parts for field in part.fields]


class Insertion:
    """A new row of a model: `save()` of an instance that is known to be new and has no relatives to save."""

    def __init__(self, model: type[models.Model]) -> None:
        self._model = model

    def store(self, instance: models.Model) -> None:
        values = [field.get_db_prep_save(getattr(instance, field.attname), connection) for field in self._fields]
        with connection.cursor() as cursor:
            cursor.execute(self._statement, values)
            instance.pk = cursor.fetchone()[0] if self._returns else cursor.lastrowid
        instance._state.adding = False
        instance._state.db = connection.alias

    @cached_property
    def _returns(self) -> bool:
        """SQLite before 3.35 cannot."""
        return connection.features.can_return_columns_from_insert

    @cached_property
    def _fields(self) -> list[models.Field[Any, Any]]:
        return [field for field in self._model._meta.concrete_fields if not field.primary_key]

    @cached_property
    def _statement(self) -> str:
        columns = ", ".join(f'"{field.column}"' for field in self._fields)
        places = ", ".join(["%s"] * len(self._fields))
        ending = " RETURNING id" if self._returns else ""
        table = self._model._meta.db_table
        return f'INSERT INTO "{table}" ({columns}) VALUES ({places}){ending}'  # noqa: S608 - our own words


def _converter(field: models.Field[Any, Any]) -> Converter | None:
    """What makes a column's value Python's: the backend's part of it and the field's."""
    column = field.cached_col
    steps = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
    if not steps:
        return None

    def convert(value: Any) -> Any:
        for step in steps:
            value = step(value, column, connection)
        return value

    return convert
