/**
 * Adds a button to each password that shows it while it is pressed in. Pages that hydrate do the
 * same by themselves.
 */
(() => {
	const fields = Array.prototype.slice.call(document.querySelectorAll("input[type=password]"));
	const buttons = fields.map(addButton);

	// A browser keeps what a field of another type held, and offers to fill it in.
	document.addEventListener("submit", () => {
		fields.forEach((field, at) => {
			show(field, buttons[at], false);
		});
	});

	function addButton(field) {
		const button = document.createElement("button");
		button.type = "button";
		button.className = "button button-s";
		button.textContent = "Show";
		button.setAttribute("data-variant", "quiet");
		button.setAttribute("aria-controls", field.id);
		button.setAttribute("aria-pressed", "false");
		button.addEventListener("click", () => {
			show(field, button, field.type === "password");
		});
		const place = document.createElement("div");
		place.className = "field-after";
		place.appendChild(button);
		field.parentNode.insertBefore(place, field.nextSibling);
		return button;
	}

	function show(field, button, isShown) {
		field.type = isShown ? "text" : "password";
		button.setAttribute("aria-pressed", String(isShown));
	}
})();
