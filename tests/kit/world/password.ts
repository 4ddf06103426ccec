/**
 * Every test user's password. It stands in a file of its own, because a browser test may load the
 * app only after its server has made a database.
 */
export const PASSWORD = "correct horse battery";
