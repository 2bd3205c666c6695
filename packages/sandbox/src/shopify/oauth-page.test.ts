import { expect, it } from 'vitest';
import { installPage } from './oauth-page.ts';

it('tells an owner in words what an app may do', () => {
  const page = installPage(
    'North Pier',
    'Quayside',
    ['write_products', 'read_products', 'read_locations', 'write_x_y'],
    {},
  );
  const list = /<ul>(.*?)<\/ul>/.exec(page)?.[1];
  expect(list).toBe('<li>View and edit products</li><li>View locations</li><li>View and edit x y</li>');
});
