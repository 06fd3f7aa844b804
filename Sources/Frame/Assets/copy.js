// Buttons that copy the text beside them; without scripts, people select the text.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    const status = document.querySelector('[data-testid="copied"]');
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = 'Copied';
      button.dataset.label ||= button.textContent;
      button.textContent = 'Copied';
      setTimeout(() => { button.textContent = button.dataset.label; }, 2000);
    } catch {
      // Only pages of a secure origin may write to the clipboard: select the text instead.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
      status.textContent = 'Selected; press Ctrl+C to copy.';
    }
  });
}
