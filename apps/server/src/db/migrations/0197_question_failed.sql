-- Why a source did not answer a question, while it is asked again: a key of a message, nothing of whose question it was.
alter table source_question add column error_key text;
