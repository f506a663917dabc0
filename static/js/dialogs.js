// data-opens="id" on a button opens the <dialog> of that id; a click on the backdrop closes it.

document.addEventListener("click", (event) => {
  const opener = event.target.closest?.("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showModal();
  if (event.target.matches?.("dialog[open]")) event.target.close();
});
