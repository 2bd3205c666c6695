import { createMemoryHistory, createRouter, Link } from '@tanstack/react-router';
import { expect, it } from 'vitest';
import { LinkButton } from '../kit/link-button.tsx';
import type { ScreenPath } from '../lib/screen-path.ts';
import { routeTree } from './routes.tsx';

const router = createRouter({ routeTree, history: createMemoryHistory() });
const paths = Object.keys(router.routesByPath);

it('a link to an address that no screen has fails the type check', () => {
  const links = [
    // @ts-expect-error there is no such screen
    <Link key="1" to="/app/nowhere" />,
    // @ts-expect-error there is no such screen
    <LinkButton key="2" to="/app/nowhere" />,
    // @ts-expect-error the link of an invitation holds its token
    <LinkButton key="3" to="/invitation/$token" />,
    // @ts-expect-error the order list has no such parameter
    <LinkButton key="4" to="/app/orders" search={{ opened: '1' }} />,
    <LinkButton key="5" to="/app/orders" search={{ open: '1' }} />,
  ];
  // @ts-expect-error there is no such screen
  const nowhere: ScreenPath = '/app/nowhere';
  const somewhere: ScreenPath = '/app/orders/shipment';
  expect(paths).not.toContain(nowhere);
  expect(paths).toContain(somewhere);
  expect(links).toHaveLength(5);
});
