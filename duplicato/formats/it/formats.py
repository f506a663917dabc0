"""Dates as Italian writes them: no nought before the day; the month's name is lower case by the catalogue."""

DATE_FORMAT = "j F Y"
DATETIME_FORMAT = "j F Y, H:i"
MONTH_DAY_FORMAT = "j F"
