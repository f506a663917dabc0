// The dialog that asks which letter a jolly stands for; null where the player leaves it.

export function askJolly() {
  const dialog = document.getElementById("jolly");
  return new Promise((resolve) => {
    const onKey = (event) => {
      if (!/^[a-z]$/i.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      dialog.close(event.key.toUpperCase());
    };
    const onClose = () => {
      dialog.removeEventListener("keydown", onKey);
      resolve(/^[A-Z]$/.test(dialog.returnValue) ? dialog.returnValue : null);
    };
    dialog.returnValue = "";
    dialog.addEventListener("keydown", onKey);
    dialog.addEventListener("close", onClose, { once: true });
    dialog.showModal();
  });
}
