/** When the loading of this extension began: imported first, so that everything else is measured. */
export const began = performance.now();
