-- CreateIndex
CREATE INDEX "SupportSubmission_userId_idx" ON "SupportSubmission"("userId");

-- The form that /support begins with. Times are written as the adapter writes them.
INSERT INTO "SupportForm" (
    "id",
    "title",
    "description",
    "fields",
    "isActive",
    "notificationEmail",
    "autoReplyEnabled",
    "autoReplyTemplate",
    "revision",
    "createdAt",
    "updatedAt"
) VALUES (
    '019aa5d2-0000-7000-8000-000000000001',
    'Contact Support',
    'Tell us what you need, and which app or page it is about.',
    '[{"id":"name","type":"text","label":"Name","placeholder":"","required":true,"options":[]},{"id":"email","type":"email","label":"Email","placeholder":"","required":true,"options":[]},{"id":"subject","type":"text","label":"Subject","placeholder":"","required":true,"options":[]},{"id":"message","type":"textarea","label":"Message","placeholder":"","required":true,"options":[]}]',
    true,
    NULL,
    true,
    'Thank you for writing to us. Your message has arrived, and its number is {{submission_id}}.' || char(10) || char(10) || 'We answer within 24 hours on business days. If you have something to add, answer this mail.',
    1,
    '2026-11-21T11:10:00.000+00:00',
    '2026-11-21T11:10:00.000+00:00'
);
