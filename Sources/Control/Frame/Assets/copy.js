// Buttons that copy the text beside them; without script the text is there to be selected.
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    const said = document.querySelector('[data-testid="copied"]');
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = `Copied: ${text}`;
    } catch {
      // Only pages of a secure origin may write to the clipboard: select the text instead.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
      said.textContent = 'Selected; press Ctrl+C to copy.';
    }
  });
}
