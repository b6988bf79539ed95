-- What has become of a sanction: it was lifted, or its owner has appealed. Processes
-- of older versions leave it as it is. It is JSON.
ALTER TABLE sanction ADD COLUMN data TEXT NOT NULL DEFAULT '{}';

-- The operators of the judge, who are told of each report.
CREATE INDEX account_keeper ON account (id) WHERE keeper = 1;
