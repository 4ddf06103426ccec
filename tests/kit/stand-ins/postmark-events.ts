type Fields = Record<string, unknown>;

/** The bounce of Postmark's documentation ("Bounce webhook"), with its fields changed. */
export function bounceEvent(change: Fields = {}): Fields {
	return {
		RecordType: "Bounce",
		ID: 42,
		Type: "HardBounce",
		TypeCode: 1,
		Name: "Hard bounce",
		Tag: "Test",
		MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
		Metadata: { a_key: "a_value", b_key: "b_value" },
		ServerID: 1234,
		MessageStream: "outbound",
		Description:
			"The server was unable to deliver your message (ex: unknown user, mailbox not found).",
		Details: "Test bounce details",
		Email: "john@example.com",
		From: "sender@example.com",
		BouncedAt: "2019-11-05T16:33:54.9070259Z",
		DumpAvailable: true,
		Inactive: true,
		CanActivate: true,
		Subject: "Test subject",
		...change,
	};
}

/** The same for the one of "Spam complaint webhook". */
export function complaintEvent(change: Fields = {}): Fields {
	return bounceEvent({
		RecordType: "SpamComplaint",
		Type: "SpamComplaint",
		TypeCode: 100001,
		Name: "Spam complaint",
		Description: "The subscriber explicitly marked this message as spam.",
		Details: "Test spam complaint details",
		CanActivate: false,
		...change,
	});
}

/** The one of "Subscription change webhook", of a mailbox that is activated again. */
export function reactivationEvent(Recipient: string): Fields {
	return {
		RecordType: "SubscriptionChange",
		MessageID: null,
		ServerID: 123456,
		MessageStream: "outbound",
		ChangedAt: "2020-02-01T10:53:34.416071Z",
		Recipient,
		Origin: "Customer",
		SuppressSending: false,
		SuppressionReason: null,
		Tag: "my-tag",
		Metadata: {},
	};
}
