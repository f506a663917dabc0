// The admin's search fields for players and clubs say nothing to a screen reader while they are empty: give them
// their label, followed by what is chosen. They appear some time after the page.

function nameFields() {
  for (const chosen of document.querySelectorAll(".select2-selection__rendered:not([aria-labelledby])")) {
    const select = chosen.closest(".related-widget-wrapper, .form-row")?.querySelector("select");
    const label = select && document.querySelector(`label[for="${select.id}"]`);
    if (!label) continue;
    label.id ||= `${select.id}_label`;
    chosen.setAttribute("aria-labelledby", label.id);
    chosen.closest("[role=combobox]")?.setAttribute("aria-labelledby", `${label.id} ${chosen.id}`);
  }
}

nameFields();
new MutationObserver(nameFields).observe(document.body, { childList: true, subtree: true });
