/** The files of this language by name. Fetched when the language is first needed. */
export default import.meta.glob<Record<string, unknown>>('./*.json', {
  base: '../../../../../messages/ar/web',
  import: 'default',
});
