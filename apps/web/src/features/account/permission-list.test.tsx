// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { PermissionList } from './account-page.tsx';

it('permissions show the bureau’s own descriptions', async () => {
  const codes = ['npn_view_job', 'npn_view_price', 'npn_water'];
  const { network, update } = await showPart(null, { permissions: codes });
  network.respond('/api/permission/own', () =>
    Response.json({
      results: [
        { codename: 'npn_view_job', description: 'View jobs and their details', described: false },
        { codename: 'npn_view_price', description: 'Reads the sheets of prices', described: true },
        { codename: 'npn_water', description: 'Waters the plants', described: true },
      ],
    }),
  );
  update(<PermissionList codes={new Set(codes)} />);
  expect((await screen.findByText('Waters the plants')).title).toBe('npn_water');
  screen.getByText('Reads the sheets of prices');
  screen.getByText('View jobs and their details');
});
