// @vitest-environment happy-dom
import { anyOf, signedIn } from '@darkroom/domain/permission/access';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScreensContext, type ScreenSummary } from '../../../lib/session/screens-context.ts';
import { showPart } from '../../../testing/part.tsx';
import { OpenedScreens } from './permission-picker.tsx';

const SCREENS: readonly ScreenSummary[] = [
  { path: '/', access: signedIn, area: 'home', label: 'home' },
  { path: '/account/information', access: signedIn, area: 'account', label: 'information' },
  { path: '/job', access: anyOf('npn_view_job'), area: 'job', label: 'job' },
  { path: '/setting/group', access: anyOf('npn_view_group'), area: 'setting', label: 'group' },
];

const show = (...codes: readonly string[]) =>
  showPart(
    <ScreensContext value={SCREENS}>
      <OpenedScreens codes={codes} />
    </ScreensContext>,
  );

it('a list of permissions shows the screens that they open', async () => {
  await show('npn_view_job', 'npn_view_group');
  expect((await screen.findByText(/^Opens \d+ screens?: /)).textContent).toMatch(/Job.*Group/);
});

it('a message is shown when the permissions open no screen', async () => {
  await show('npn_change_category', 'npn_admin_allowance');
  expect(await screen.findByText(/^These permissions open no screens/)).toBeTruthy();
});
