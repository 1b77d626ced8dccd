-- No word of an entry lies in the clear beside the log: key sentences are made anew where they are
-- read, and a summary is sealed under its entry's own key.
UPDATE tier_records SET rung = 1 WHERE rung = 2;
ALTER TABLE tier_records
    DROP COLUMN text,
    ADD COLUMN summary bytea,
    ADD CONSTRAINT a_summary_is_of_rung_2 CHECK ((rung = 2) = (summary IS NOT NULL));
