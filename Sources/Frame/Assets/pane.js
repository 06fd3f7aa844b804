// Before anything is drawn: in a pane of the stage a page leaves out what the stage already shows.
if (window.parent !== window) document.documentElement.classList.add('pane');
