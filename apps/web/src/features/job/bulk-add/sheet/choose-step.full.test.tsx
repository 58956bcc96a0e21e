// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../../testing/part.tsx';
import { ChooseStep } from './choose-step.tsx';

it('the page asks for confirmation when the user leaves with unread pasted rows', async () => {
  const { user, tab } = await showPart(<ChooseStep onSheet={() => undefined} />, { permissions: ['npn_add_job'] });
  await user.type(await screen.findByRole('textbox'), 'Harbour Homes 5 photos');
  tab.back();
  await screen.findByText('Discard what you typed?');
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Harbour Homes 5 photos');
});

it('the page asks for no confirmation when nothing was pasted', async () => {
  const { tab } = await showPart(<ChooseStep onSheet={() => undefined} />, { permissions: ['npn_add_job'] });
  await screen.findByRole('textbox');
  tab.back();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(tab.address()).toBe('/?page=before');
});
