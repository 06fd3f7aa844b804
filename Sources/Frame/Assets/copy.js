// Buttons that copy: those of the page name the text that they copy, and each text that is marked gets one beside it.
// Without script, people select the text.
function offer() {
  for (const button of document.querySelectorAll('button[data-copy]')) button.hidden = false;
  for (const text of document.querySelectorAll('[data-copies]')) {
    if (text.nextElementSibling?.matches('.copy')) continue;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.dataset.testid = 'copy';
    button.setAttribute('aria-label', `Copy ${text.dataset.copies}`);
    button.textContent = 'Copy';
    text.after(button);
  }
}

function status() {
  const known = document.querySelector('[data-testid="copied"]');
  if (known) return known;
  const made = document.createElement('p');
  made.className = 'unseen';
  made.dataset.testid = 'copied';
  made.setAttribute('role', 'status');
  document.body.append(made);
  return made;
}

async function copy(button) {
  const text = button.dataset.copy ? document.getElementById(button.dataset.copy) : button.previousElementSibling;
  try {
    // What is long is cut, with the whole in its title.
    await navigator.clipboard.writeText(text.href ?? text.querySelector('bdi[title]')?.title ?? text.textContent);
    status().textContent = 'Copied';
    button.dataset.label ||= button.textContent;
    button.textContent = 'Copied';
    setTimeout(() => { button.textContent = button.dataset.label; }, 2000);
  } catch {
    // Only pages of a secure origin may write to the clipboard: select the text instead.
    getSelection().selectAllChildren(text);
    status().textContent = 'Selected; press Ctrl+C to copy.';
  }
}

offer();
document.addEventListener('renewed', offer);
document.addEventListener('click', (event) => {
  const button = event.target.closest('button[data-copy], button.copy');
  if (button) copy(button);
});
