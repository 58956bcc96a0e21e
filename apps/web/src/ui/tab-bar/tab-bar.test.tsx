// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { showPart } from '../../testing/part.tsx';
import { TabBar } from './tab-bar.tsx';

const opened: string[] = [];

function Lists() {
  const [active, setActive] = useState('mine');
  return (
    <TabBar
      tabs={['mine', 'waiting', 'pool'].map((key) => ({ key, label: key }))}
      active={active}
      onChange={(key) => {
        opened.push(key);
        setActive(key);
      }}
    />
  );
}

const tab = (name: string) => screen.getByRole('tab', { name });

it('is one stop of the Tab key; arrows, Home and End lead about, Enter opens', async () => {
  const { user } = await showPart(<Lists />);
  opened.length = 0;
  expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([0, -1, -1]);
  tab('mine').focus();
  await user.keyboard('{ArrowRight}{ArrowRight}');
  expect(document.activeElement).toBe(tab('pool'));
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(tab('mine'));
  await user.keyboard('{End}{Home}{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(tab('waiting'));
  expect(opened).toEqual([]);
  await user.keyboard('{Enter}');
  expect(opened).toEqual(['waiting']);
  expect(screen.getByRole('tab', { selected: true })).toBe(tab('waiting'));
  expect(screen.getAllByRole('tab').map((one) => one.tabIndex)).toEqual([-1, 0, -1]);
});

it('asks for nothing when the open one is pressed', async () => {
  const { user } = await showPart(<Lists />);
  opened.length = 0;
  await user.click(tab('mine'));
  expect(opened).toEqual([]);
});
