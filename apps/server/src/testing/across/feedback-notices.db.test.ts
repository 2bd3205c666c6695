import { newId } from '@quayside/kernel';
import { fakeOrder } from '@quayside/testing/fakes/fake-trade.ts';
import { expect, it } from 'vitest';
import { batchNotifications } from '../../features/notifications/actions/batch-notifications.ts';
import { notificationView } from '../../features/notifications/queries/view.ts';
import { countUnread, listNotifications } from '../../features/notifications/repo.ts';
import { sendFeedback } from '../../features/order-feedback/actions/feedback.ts';
import { testDatabase } from '../db/index.ts';
import { tradeWorld } from '../fakes/trade-world.ts';

const db = await testDatabase();
const world = await tradeWorld(db);

it('notifies everyone but the author, with a link to the order', async () => {
  const owner = await world.owner();
  const { scope } = owner;
  const order = fakeOrder(1);
  const orderId = await world.request(owner, order);
  const feedback = { order_id: orderId, topic: 'item' as const, text: 'Wrong color in the picture' };
  await sendFeedback(world.deps, owner.who, feedback);
  await sendFeedback(world.deps, owner.who, feedback);
  await batchNotifications(world.deps, scope.workplaceId);

  const author = owner.who.account.id;
  const [mine, others] = await db.read(scope, async (ex) => {
    const list = (accountId: string) =>
      listNotifications(ex, scope.workplaceId, accountId, { kinds: ['order_feedback'] }, 10);
    return [await list(author), await list(newId())];
  });
  expect(mine.map((row) => row.is_read)).toEqual([true, true]);
  const views = others.map((row) => notificationView(row, 'en'));
  expect(views).toHaveLength(2);
  expect(views[0]).toMatchObject({
    is_read: false,
    area: 'order',
    link: `/app/orders?period=all&open=${orderId}`,
    text: expect.stringMatching(new RegExp(`left feedback on order ${order.name}$`)),
  });
  expect(JSON.stringify(others)).not.toContain(feedback.text);
  const unread = (accountId: string) =>
    db.read(scope, (ex) => countUnread(ex, scope.workplaceId, accountId, ['order_feedback']));
  // A person who isn't a member has no start of membership, so that everything is unread.
  expect([(await unread(author)).get('order'), (await unread(newId())).get('order')]).toEqual([undefined, 2]);
});
