/** Writes as many customers into the till's books as it is told, as a second process would. */
import { changeBooks } from "../../../local/stripe/store.ts";

const [count = "1"] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) {
	changeBooks((books) => {
		books.customers.push({
			id: `cus_${process.pid}_${n}`,
			email: null,
			metadata: {},
			created: 0,
			isDeleted: false,
			cardDeclines: false,
		});
	});
}
process.exit(0);
