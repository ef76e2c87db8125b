// Runs before the first paint: applied any later, a chosen theme flashes the other one at every load.
const chosen = localStorage.getItem("skein.theme");
if (chosen === '"light"' || chosen === '"dark"') document.documentElement.dataset.theme = JSON.parse(chosen);
