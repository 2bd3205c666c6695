import { expect, it } from 'vitest';
import { firstWorkspaceName } from './first-workspace.ts';

it('is called after its person, in his language', () => {
  expect(firstWorkspaceName({ firstName: 'Ada', language: 'en' })).toBe("Ada's workspace");
  expect(firstWorkspaceName({ firstName: ' Ada ', language: 'de' })).toBe('Team Ada');
  expect(firstWorkspaceName({ firstName: 'Ada', language: 'ar' })).toBe('مساحة عمل Ada');
  expect(firstWorkspaceName({ firstName: '', language: 'fr' })).toBe('Mon espace de travail');
});
