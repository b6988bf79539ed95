-- The trace of the request or e-mail that queued a job, in the form of the
-- header traceparent; NULL if traces are not recorded.
ALTER TABLE job ADD COLUMN trace TEXT;
