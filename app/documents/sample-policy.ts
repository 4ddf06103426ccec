/** The text of Use Sample: a short policy for an app that collects little. */
export const SAMPLE_TITLE = "Privacy Policy";

export const SAMPLE_CONTENT = `## What this policy covers

This policy says what [App name] does with information about you. [App name] is made by [Your name or company], [address].

## What we collect

| What | Why | How long |
| --- | --- | --- |
| Your e-mail address, if you write to us | To answer you | 12 months after our last answer |
| Crash reports without your name | To find faults | 90 days |

We collect nothing else. We don't show advertising, and we don't follow you across other apps or websites.

## Who receives it

Nobody but us and the services that run the app for us: [hosting service], [crash report service]. We sell nothing.

## On your device

What you enter into [App name] stays on your device, unless you turn on [synchronisation]. Deleting the app deletes it.

## Children

[App name] is not made for children under 13, and we don't knowingly collect anything about them.

## Your rights

You may ask us what we hold about you, and have it corrected or deleted. Write to [your e-mail address], and we answer within 30 days.

## Changes

When this policy changes, the date at the top of this page changes with it. We will announce important changes in the app first.

## Contact

[Your name or company], [your e-mail address]
`;
