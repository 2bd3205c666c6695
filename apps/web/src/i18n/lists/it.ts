/** The files of this language, by their path from here. Fetched when the language is first needed. */
export default import.meta.glob<Record<string, unknown>>('../it/*.json', { import: 'default' });
