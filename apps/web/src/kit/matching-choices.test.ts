import { expect, it } from 'vitest';
import { matching } from './matching-choices.ts';

const countries = [
  { value: 'VN', label: 'Vietnam', note: 'VN' },
  { value: 'DE', label: 'Germany', note: 'DE' },
  { value: 'SV', label: 'El Salvador', note: 'SV' },
];
const found = (search: string) => matching(countries, search).map((one) => one.value);

it('B198: a country is found by a part of its name and by its code, in any case of letters', () => {
  for (const search of ['vn', 'VN', 'viet', ' Viet ']) expect(found(search), search).toEqual(['VN']);
  expect(found('')).toEqual(['VN', 'DE', 'SV']);
  expect(found('nowhere')).toEqual([]);
});

it('what is rare is shown when it is searched for', () => {
  const some = [
    { value: 'FR', label: 'France' },
    { value: 'TF', label: 'French Southern Territories', rare: true },
  ];
  expect(matching(some, '').map((one) => one.value)).toEqual(['FR']);
  expect(matching(some, 'fren').map((one) => one.value)).toEqual(['TF']);
});
