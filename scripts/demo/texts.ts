/** The texts that the demo's developer publishes. The apps don't exist. */
export const PRIVACY_GARDEN = `## The short version

Pocket Garden reminds you to water your plants. Your plants, photos and reminders stay on your device. We have no accounts, show no advertising and sell nothing to anybody.

## What stays on your device

- The names of your plants, and where they stand
- The photos that you take of them
- When you watered, fed and repotted them

If you switch on iCloud backup, Apple keeps an encrypted copy for you. We cannot read it.

## What we receive

| What | Why | For how long |
| --- | --- | --- |
| Crash reports, if you allow them | To mend what is broken | 90 days |
| Your purchase receipt, without your name | To unlock the full app | As long as you use it |
| What you write to us, and your e-mail address | To answer you | 12 months after the last message |

Crash reports hold the model of your device, the version of the system and the place in our code. They hold neither photos nor names.

## Whom we share it with

Nobody, except the two companies that carry it for us: Apple, for receipts and crash reports, and our mail provider, for our answers to you.

## Your rights

You may ask what we hold about you, have it corrected, or have it deleted. Write to us with the form below; we answer within a week, and delete within 30 days. If you live in the European Union, you may also complain to the authority of your country.

## Children

Pocket Garden is made for everybody, and collects nothing from children that it does not collect from others.

## Changes

When this policy changes, the date at the top changes with it, and the app tells you the next time you open it.
`;

export const TERMS_GARDEN = `## 1. What you get

You may use Pocket Garden on every device that is signed in with your store account. The free version holds five plants; the full version, bought once, holds as many as you like.

## 2. What you may not do

Please do not copy the app, take it apart to build another from it, or use it to break the law.

## 3. Your plants are yours

Photos and notes belong to you. We take no licence to them, because they never reach us.

## 4. No promise about the plants

Reminders can fail: a battery is empty, a system update changes a permission. Look at your plants from time to time. We are liable for damage that we cause on purpose or by gross negligence, and otherwise only as far as the law requires.

## 5. Refunds

The store where you bought the app refunds it by its own rules. If it does not, and the app is at fault, write to us.

## 6. Law

The law of the country where you live applies, and its courts decide.
`;

export const PRIVACY_TIDES = `Tide Table shows when the water comes and goes at 4,000 places, without a network.

## Location

With your permission, the app finds the nearest harbour. The search runs on your device; your position is never sent anywhere. You can type the name of a place instead.

## Subscriptions

The store tells us that a subscription is active, under a random number. It does not tell us who you are.

## Statistics

Once a week the app sends how many people opened it, which harbours were looked at (never together with a device), and which version they have. You can switch this off under *Settings → Statistics*.

## Contact

Use the support form of this app. We read everything ourselves.
`;

export const EULA_TIDES = `This agreement is between you and the maker of Tide Table.

## Licence

You receive a personal licence that you cannot pass on. It lasts as long as your subscription, and ends by itself when you delete the app.

## Not for navigation

**Tide Table is not a nautical instrument.** Wind, air pressure and rain change the height of the water, and predictions do not know them. Use the official tables and charts where your safety depends on it.

## Data

Predictions are computed from the harmonic constants of public hydrographic offices. We correct errors that we learn of; we do not promise that there are none.

## End

If you break this agreement, the licence ends. What you paid for the time that is left is refunded, unless you broke the law.
`;

export const PRIVACY_LEDGER = `Ledgerling keeps a household book on your telephone.

## What it stores

Amounts, dates, categories and notes, in one file on your device. The file is encrypted with your device's passcode.

## What leaves the device

Nothing, unless you export the file yourself. There is no account, no server and no statistics.

## What we cannot do

Because we hold nothing, we cannot restore a lost book. Please make a backup: *Settings → Export*.
`;

/** What the free account asks support, by the support form's labels. */
export const SUPPORT_QUESTION = {
	Name: "Robin",
	Subject: "One policy for two apps",
	Message: "May my two apps share one privacy policy, or does each need a page of its own?",
};
