// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { showPart } from '../../../../testing/part.tsx';
import { ChooseStep } from './choose-step.tsx';

it('leaving with pasted but unread rows asks for a confirmation', async () => {
  const { user, tab } = await showPart(<ChooseStep onSheet={() => undefined} />, { permissions: ['npn_add_job'] });
  await user.type(await screen.findByRole('textbox'), 'Harbour Homes 5 photos');
  tab.back();
  await screen.findByText('Discard what you typed?');
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(screen.getByRole<HTMLTextAreaElement>('textbox').value).toBe('Harbour Homes 5 photos');
});

it('leaving without pasted rows needs no confirmation', async () => {
  const { tab } = await showPart(<ChooseStep onSheet={() => undefined} />, { permissions: ['npn_add_job'] });
  await screen.findByRole('textbox');
  tab.back();
  await new Promise((taken) => setTimeout(taken, 50));
  expect(tab.address()).toBe('/?page=before');
});
