// The script of every page: hands clicks on buttons to the extension, and gives the focus back to the button that was
// pressed when the page is drawn anew. It loads nothing.
const host = acquireVsCodeApi();

const pressed = host.getState();
if (pressed) {
  const same = (button) => button.dataset.kind === pressed.kind && (button.dataset.value ?? "") === pressed.value;
  [...document.querySelectorAll("button[data-kind]")].find(same)?.focus();
  host.setState(undefined);
}

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-kind]") : null;
  if (!button) return;
  const message = { kind: button.dataset.kind, value: button.dataset.value ?? "" };
  // Only where the page itself is drawn anew: a page that comes back later must not take the focus from elsewhere.
  if ("redraws" in button.dataset) host.setState(message);
  host.postMessage(message);
});
