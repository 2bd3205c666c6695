/** The files of this language, by their path from here. Fetched when the language is first needed. */
export default import.meta.glob<Record<string, unknown>>('../pt-BR/*.json', { import: 'default' });
