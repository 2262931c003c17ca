// The script of every page: hands clicks on buttons to the extension. It loads nothing and keeps nothing.
const host = acquireVsCodeApi();

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button[data-kind]") : null;
  if (button) host.postMessage({ kind: button.dataset.kind, value: button.dataset.value ?? "" });
});
