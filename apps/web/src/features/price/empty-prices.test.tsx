// @vitest-environment happy-dom
import { customerTreeEndpoints } from '@darkroom/contract/customer/customer';
import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { NoCategory, NoCustomer, NoPrice } from './empty-prices.tsx';

async function showWithoutCustomer(permissions: string[], cus1_list: object[] = []) {
  const { network, update } = await showPart(null, { permissions: ['npn_view_customer', ...permissions] });
  network.respond(customerTreeEndpoints.list.path, () => Response.json({ cus0_list: [], cus1_list, cus2_list: [] }));
  update(<NoCustomer />);
}

const findLink = () => screen.queryByRole('link');

describe('price page without prices', () => {
  it('the page offers to add the first customer when the user has permission', async () => {
    await showWithoutCustomer(['npn_add_customer']);
    expect((await screen.findByRole('link', { name: 'Add customer' })).getAttribute('href')).toBe(
      '/customer/details?form=new',
    );
  });

  it('the page says that there are no customers when the user cannot add one', async () => {
    await showWithoutCustomer([]);
    await screen.findByText('No customers yet');
    expect(findLink()).toBeNull();
  });

  it('the page asks for a customer when there are some', async () => {
    await showWithoutCustomer(['npn_add_customer'], [{ id: 3, cus_id0: 1, name: 'Lumen Sydney' }]);
    await screen.findByText('Choose a customer');
    expect(findLink()).toBeNull();
  });

  it('the page links to the categories when the user can add one', async () => {
    const { setPermissions: changePermissions } = await showPart(<NoCategory />, { permissions: ['npn_add_category'] });
    expect((await screen.findByRole('link', { name: /Category/ })).getAttribute('href')).toBe('/setting/category');
    changePermissions([]);
    expect(findLink()).toBeNull();
  });

  it('the page offers to show all categories when no category has a price', async () => {
    const showAll = vi.fn();
    const { user, setPermissions: changePermissions } = await showPart(<NoPrice onShowAll={showAll} />, {
      permissions: ['npn_change_customer_price'],
    });
    await user.click(await screen.findByRole('button', { name: 'Show all categories' }));
    expect(showAll).toHaveBeenCalledOnce();
    changePermissions([]);
    expect(screen.getByRole('button', { name: 'Show all categories' })).toBeDefined();
  });
});
