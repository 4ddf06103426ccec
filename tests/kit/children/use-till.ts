/** Writes the given number of customers into the till's file, as a second process would. */
import { createTillCustomer } from "../stand-ins/till.ts";

const [count = "1"] = process.argv.slice(2);
for (let n = 0; n < Number(count); n += 1) createTillCustomer(`${process.pid}-${n}@example.com`);
process.exit(0);
