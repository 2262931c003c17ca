// The inspector's script: hands clicks to the extension. It loads nothing and keeps nothing.
const host = acquireVsCodeApi();

document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("button") : null;
  if (!button) return;
  if (button.dataset.openMemory) host.postMessage({ kind: "open-memory", id: button.dataset.openMemory });
  else if (button.dataset.openFile) host.postMessage({ kind: "open-file", path: button.dataset.openFile });
  else if ("copy" in button.dataset) host.postMessage({ kind: "copy" });
});
