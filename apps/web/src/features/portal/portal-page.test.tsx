// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { PortalPage } from './portal-page.tsx';

it('a superuser, who is nobody’s customer, is told so and not that there is nothing', async () => {
  await showPart(<PortalPage title="Your jobs">No jobs yet</PortalPage>);
  expect(await screen.findByText(/You are no customer/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a customer' }).getAttribute('href')).toBe('/customer/details');
  expect(screen.queryByText('No jobs yet')).toBeNull();
});

it('articles are there for everybody', async () => {
  await showPart(
    <PortalPage title="Info Hub" everybodys>
      How to send files
    </PortalPage>,
  );
  expect(await screen.findByText('How to send files')).toBeTruthy();
});

it('a customer’s page is the customer’s', async () => {
  await showPart(<PortalPage title="Your jobs">No jobs yet</PortalPage>, { account: 'customer' });
  expect(await screen.findByText('No jobs yet')).toBeTruthy();
});
