// @vitest-environment happy-dom
import type { Member } from '@darkroom/contract/staff/staff';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import MyAvatar from '../../entities/person/my-avatar.tsx';
import { useSession } from '../../lib/session/session.ts';
import { showPart } from '../../testing/part.tsx';
import { MyRecord } from './my-record.tsx';

const KEY = '0123456789abcdef0123456789abcdef';
const LAN: Member = {
  id: 7,
  version: 4,
  staff_id: 'E-007',
  full_name: 'Lan',
  first_name: 'Lan',
  last_name: '',
  username: 'lan',
  active: true,
  is_superuser: false,
  second_factor: false,
  group_id: 1,
  group_name: 'Editor OTS',
  email: null,
  phone_number: null,
  gender: null,
  birthday: null,
  avatar: KEY,
  teams: [],
  position: null,
  department: null,
  workplace: null,
  working_status: 'Working',
  start_time: null,
  end_time: null,
};
const PATH = '/api/staff/avatar';

// The simulated browser cannot draw pictures.
beforeAll(() => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
});

/** Record and menu button together, as on the page. */
function Page() {
  const session = useSession();
  return (
    session && (
      <>
        <button aria-label="Account">
          <MyAvatar />
        </button>
        <MyRecord session={{ ...session, staff_id: 7 }} />
      </>
    )
  );
}

it('the user’s picture disappears from record and menu when it is removed', async () => {
  const { user, network, update } = await showPart(null);
  const createCurrentUser = (avatar: string | null) => ({
    user: {
      id: 7,
      username: 'lan',
      full_name: 'Lan',
      account: 'staff',
      is_superuser: false,
      second_factor: false,
      must_change_password: false,
    },
    staff_id: 7,
    permissions: [],
    expires_at: '2026-11-27T00:00:00.000Z',
    notice: null,
    teams: [],
    avatar,
  });
  network.respond('/api/user/me', () => Response.json(createCurrentUser(KEY)));
  network.respond('/api/staff/info/7', () => Response.json(LAN));
  network.respond(`${PATH}/7/${KEY}`, () => new Response('bytes'));
  update(<Page />);
  const countPictures = () => document.querySelectorAll('img[src="blob:picture"]').length;
  await vi.waitFor(() => expect(countPictures()).toBe(2), { timeout: 20_000 });
  screen.getByRole('button', { name: 'Replace picture' });

  const without = { ...LAN, version: 5, avatar: null };
  network.respond(PATH, () => Response.json(without));
  network.respond('/api/user/me', () => Response.json(createCurrentUser(null)));
  network.respond('/api/staff/info/7', () => Response.json(without));
  await user.click(screen.getByRole('button', { name: 'Remove picture' }));
  await screen.findByRole('button', { name: 'Choose picture' });
  expect(network.calls.find(({ path }) => path === PATH)?.body).toEqual({ id: 7, version: 4, avatar: null });
  await vi.waitFor(() => expect(countPictures()).toBe(0), { timeout: 20_000 });
});
