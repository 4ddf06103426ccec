-- A job goes with the row that it is about, as those of 20261122030000_jobs do.
CREATE TRIGGER "OutboxMail_takes_broadcast_along" AFTER DELETE ON "OutboxMail" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'broadcast' AND "key" = old."id";
END;
CREATE TRIGGER "Notice_takes_job_along" AFTER DELETE ON "Notice" BEGIN
    DELETE FROM "Job" WHERE "kind" = 'notice' AND "key" = old."id";
END;
