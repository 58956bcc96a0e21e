// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { PortalPage } from './portal-page.tsx';

const page = <PortalPage title="Your jobs">No jobs yet</PortalPage>;
const LOGIN = { user_id: 41, username: 'lumen', active: true };
const CUSTOMERS = {
  cus0_list: [{ id: 1, name: 'Lumen' }],
  cus1_list: [{ id: 4, name: 'Sydney', cus_id0: 1 }],
  cus2_list: [],
};

/** Selects the only customer, as a superuser on a portal page. */
async function chooseCustomer(customer: object) {
  const shown = await showPart(<p>nothing yet</p>, { is_superuser: true });
  shown.network.respond('/api/customer/list', () => Response.json(CUSTOMERS));
  shown.network.respond('/api/customer/detail/list', () =>
    Response.json({ results: [{ cus_id1: 4, cus1_name: 'Sydney', ...customer }], total_pages: 1, total_items: 1 }),
  );
  shown.update(page);
  await shown.user.click(await screen.findByRole('combobox', { name: 'Choose a customer' }));
  await shown.user.click(await screen.findByTitle('Sydney'));
  return shown;
}

it('a superuser selects a customer and opens the portal as that customer', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockReturnValue();
  onTestFinished(() => {
    sessionStorage.clear();
    vi.restoreAllMocks();
  });
  const { network, user } = await chooseCustomer({ cus0: { login: { ...LOGIN, active: false } }, login: LOGIN });
  network.respond('/api/customer-portal/view-as', () =>
    Response.json({ ...LOGIN, view_as: 'v', expires_at: '', full_name: 'Lumen', permissions: ['npn_customer'] }),
  );
  expect(screen.queryByText('No jobs yet')).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'View the portal as lumen' }));
  await waitFor(() => expect(assign).toHaveBeenCalled());
  expect(JSON.parse(sessionStorage.getItem('view_as') ?? '')).toMatchObject({ user_id: 41, by: 7 });
});

it('a superuser gets a link to the details of a customer without a login', async () => {
  await chooseCustomer({ cus0: { login: null }, login: null });
  const link = await screen.findByRole('link', { name: 'Add login' });
  expect(link.getAttribute('href')).toBe('/customer/details?cus_id1=4&open=4');
});

it('a customer sees a portal page at once', async () => {
  await showPart(page, { account: 'customer' });
  expect(await screen.findByText('No jobs yet')).toBeTruthy();
});
