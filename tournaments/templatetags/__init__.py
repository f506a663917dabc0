"""The parts that screens are made of, as template tags and filters.

One way of building parts: an inclusion tag prepares plain values in Python and hands them to one partial in
templates/components/; a filter is used where the part sits inside a sentence. Four libraries, by noun:

- `board`: {% board %} {% tile %} {% rack %} {% move_tiles %} {% square %}
- `game_text`: {{ move|game_word }} {{ move|reference }} {{ move|short_reference }} {{ rack|rack_text }}
- `states`: {% slip_state %} {% slip_state_templates %} {% clock %} {% turn_steps %} {% verdict_chip %}
  {% movement %} {% connection %} {% bar %}
- `controls`: {% icon %} {% key %} {% act %}

The policy of the site allows no style attribute and no script in a page: sizes come from classes and
container units, shares from attributes of <progress> or SVG. docs/screens.md shows every part.
"""
