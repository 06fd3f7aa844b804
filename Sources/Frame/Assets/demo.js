// The presenter's keys: a letter presses the button labelled with it, unless somebody is typing.
addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest('input, select, textarea, [contenteditable]')) return;
  const button = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});

// Hides what a person could still do once the visit is over.
document.addEventListener('renewed', () => {
  if (document.querySelector('[data-state="underway"]')) return;
  for (const stage of document.querySelectorAll('.stage')) stage.hidden = true;
});
