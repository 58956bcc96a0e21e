// @vitest-environment happy-dom
import type { Notification } from '@darkroom/contract/notification';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { useNotificationWords } from './use-notification-words.ts';

const ACCEPTED: Notification = {
  id: 1,
  event: 'quote_accepted',
  at: '2026-11-26T09:00:00.000Z',
  seen: false,
  actor_id: 62,
  actor_name: 'Lumen Sydney',
  title: 'Twilight package',
  count: 0,
  task_id: null,
  job_name: null,
  request_id: 61,
  note: null,
  fault_kinds: null,
  quantity: null,
};

const LAN = { id: 7, username: 'lan', full_name: 'Lan', active: true, is_superuser: false, permissions: [] };

function Sentences({ notifications }: { notifications: readonly Notification[] }) {
  const { sentence } = useNotificationWords();
  return notifications.map((notification) => <p key={notification.id}>{sentence(notification)}</p>);
}

it('notifications name customers and colleagues but not people whom the user cannot see', async () => {
  const { network, update } = await showPart(null);
  network.respond('/api/user/list', () => Response.json({ 7: LAN }));
  network.respond('/api/metadata/list', () => Response.json({ results: [] }));
  const colleague: Notification = { ...ACCEPTED, id: 2, event: 'request_linked', actor_id: 7, actor_name: null };
  const hidden: Notification = { ...ACCEPTED, id: 3, actor_id: null, actor_name: null, request_id: null };
  update(<Sentences notifications={[ACCEPTED, colleague, hidden]} />);
  await screen.findByText(/^Lumen Sydney .*Twilight package/);
  await screen.findByText(/^lan .*Twilight package/);
  await screen.findByText(/^Someone .*Twilight package/);
});
