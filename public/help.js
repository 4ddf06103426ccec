/** Filters the questions of /help while typing. Without it, the form's button does the same. */
(() => {
	const box = document.getElementById("q");
	const found = document.querySelector("#questions ~ [role=status]");
	const questions = document.querySelector(".questions");
	if (!box || !found || !questions) return;
	const entries = Array.prototype.slice.call(questions.children);

	box.addEventListener("input", filter);
	// A browser may restore what was typed before.
	if (box.value) filter();

	function filter() {
		const search = plain(box.value).trim();
		let count = 0;
		for (const entry of entries) {
			entry.hidden = plain(entry.textContent).indexOf(search) === -1;
			entry.open = search !== "" && !entry.hidden;
			if (!entry.hidden) count += 1;
		}
		questions.hidden = count === 0;
		found.textContent = "";
		if (search) found.appendChild(count ? summary(count) : nothing());
	}

	function plain(text) {
		return text.replace(/\s+/g, " ").replace(/[‘’]/g, "'").replace(/[“”]/g, '"').toLowerCase();
	}

	function summary(count) {
		const line = element(
			"p",
			`${count === 1 ? "1 answer" : `${count} answers`} for "${box.value.trim()}". `,
		);
		line.appendChild(clearButton("link-button"));
		return line;
	}

	function nothing() {
		const state = element("div", "");
		state.className = "empty-state";
		state.appendChild(element("h3", "No results found"));
		state.appendChild(
			element("p", "Try a shorter word, or write to us: Contact Support is below."),
		);
		state.appendChild(clearButton("button"));
		return state;
	}

	function clearButton(className) {
		const button = element("button", "Clear Search");
		button.type = "button";
		button.className = className;
		button.addEventListener("click", () => {
			box.value = "";
			filter();
			box.focus();
		});
		return button;
	}

	function element(name, text) {
		const made = document.createElement(name);
		made.textContent = text;
		return made;
	}
})();
