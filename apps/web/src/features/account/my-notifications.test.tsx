// @vitest-environment happy-dom
import { useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { invalidateTopics } from '../../lib/api/query.ts';
import { showPart } from '../../testing/part.tsx';
import { MyNotifications } from './my-notifications.tsx';

const PREFERENCES = '/api/notification/preferences';
const NOTHING = { off: [], quiet: null };
const NIGHT = { off: [], quiet: { from: '22:00', to: '06:00' } };

/** Sends an event that these records have changed. */
function LiveEvent() {
  const client = useQueryClient();
  return <button onClick={() => void invalidateTopics(client, ['notification'])}>Live note</button>;
}

describe('notification preferences', () => {
  it('a second change is kept while the first is saved and data is refetched', async () => {
    const { user, network } = await showPart(
      <>
        <MyNotifications />
        <LiveEvent />
      </>,
      { permissions: ['npn_editor_pte', 'npn_view_task'] },
    );
    network.respond(PREFERENCES, () => Response.json(NOTHING));
    const quietHoursSwitch = await screen.findByRole('switch');
    const first = network.hold(PREFERENCES);
    await user.click(quietHoursSwitch);
    await user.click(screen.getByRole('checkbox', { name: 'Rework' }));
    // From now on, every read returns the result of the first save.
    network.respond(PREFERENCES, () => Response.json(NIGHT));
    const askedBefore = network.calls.length;
    await user.click(screen.getByRole('button', { name: 'Live note' }));
    await waitFor(() => expect(network.calls).toHaveLength(askedBefore + 1));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Rework' }).checked).toBe(false));
    first(Response.json(NIGHT));
    const listSavedBodies = () =>
      network.calls.map(({ body }) => body).filter((body) => Object.keys(body ?? {}).length > 0);
    await waitFor(() => expect(listSavedBodies()).toHaveLength(2));
    expect(listSavedBodies()).toEqual([NIGHT, { ...NIGHT, off: ['rework'] }]);
    await screen.findByText('Saved');
    expect(listSavedBodies()).toHaveLength(2);
  });

  it('a message says that quiet hours are off when they start and end together', async () => {
    const { network } = await showPart(<MyNotifications />, { permissions: ['npn_editor_pte', 'npn_view_task'] });
    network.respond(PREFERENCES, () => Response.json({ off: [], quiet: { from: '22:00', to: '22:00' } }));
    await screen.findByText('They start and end at the same time, so there are no quiet hours.');
    expect(screen.queryByText(/Nothing pops up/)).toBeNull();
  });
});
