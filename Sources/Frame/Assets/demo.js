// The relying party's page: continues by itself if a story plays the person, and hides what is over.
const sooner = 1800;
let timer = 0;
/** How often the script pressed a button during this visit, over all pages. */
const presses = {
  name: `eidolon${location.pathname}`,
  get count() { try { return Number(sessionStorage.getItem(this.name)); } catch { return 6; } },
  set count(value) { try { sessionStorage.setItem(this.name, value); } catch { /* then the person presses */ } },
};

/** Presses for the person, at a pace that people can follow. */
function play() {
  clearTimeout(timer);
  const control = document.querySelector('[data-auto]');
  if (!control || presses.count >= 6 || !document.querySelector('[data-state="underway"]')) return;
  timer = setTimeout(() => {
    presses.count += 1;
    control.click();
  }, sooner);
}
play();

document.addEventListener('renewed', () => {
  if (document.querySelector('[data-state="underway"]')) return;
  clearTimeout(timer);
  for (const stage of document.querySelectorAll('.stage')) stage.hidden = true;
});
