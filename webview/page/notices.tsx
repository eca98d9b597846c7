/** The notices at the very top: paused, not connected, recorded run. */
import { oneLine } from '../../src/core/escape-controls.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import type { IconName } from '../ui/icons.js';
import type { PageProps } from './page.js';
import { placeText, Player } from './player.js';

interface NoticeProps {
  icon: IconName;
  tone: string;
  title: string;
  text: string;
  tooltip?: string;
  /** Without an action, there is no button. */
  action?: string;
  run: () => void;
}

function Notice({ icon, tone, title, text, tooltip = text, action, run }: NoticeProps) {
  return (
    <div class="notice" data-tone={tone}>
      <Icon name={icon} class="status" />
      <div class="notice-body">
        <strong>{title}</strong>
        <span class="notice-text" title={tooltip}>
          {text}
        </span>
      </div>
      {action !== undefined && <Button look="secondary" text={action} run={run} />}
    </div>
  );
}

export function Notices({ page, state }: PageProps) {
  const { texts } = page;
  const { link, paused, playback } = state.snapshot;
  return (
    <div class="notices">
      {playback !== undefined && (
        <>
          <RecordedRun page={page} state={state} />
          <Player page={page} playback={playback} />
        </>
      )}
      <Elsewhere page={page} state={state} />
      {paused && (
        <Notice
          icon="pause"
          tone="dim"
          title={texts.get('state.paused')}
          text={texts.get('label.notWatching')}
          action={texts.get('action.resume')}
          run={() => {
            page.command('resume');
          }}
        />
      )}
      {link.state === 'not-connected' && playback === undefined && (
        <Notice
          icon="unplugged"
          tone="watch"
          title={texts.get('state.not-connected')}
          text={[
            oneLine(link.detail ?? '', 200),
            link.lastHookAt === undefined
              ? ''
              : texts.get('label.lastHook', { time: texts.elapsed(state.now - link.lastHookAt) }),
          ]
            .filter((part) => part !== '')
            .join(' · ')}
          action={texts.get('action.fix')}
          run={() => {
            page.command('connect');
          }}
        />
      )}
    </div>
  );
}

function RecordedRun({ page, state }: PageProps) {
  const { playback } = state.snapshot;
  if (playback === undefined) {
    return null;
  }
  const { texts } = page;
  const { reached } = playback;
  const place = placeText(playback, texts);
  const going =
    reached === undefined
      ? place
      : texts.get('player.going', { place, percent: Math.floor(reached * 100) });
  return (
    <Notice
      icon="recording"
      tone="info"
      title={texts.get(playback.elsewhere === undefined ? 'state.recorded' : 'state.log')}
      text={`${going} · ${oneLine(playback.file, 200)}`}
      action={texts.get('action.closeRecordedRun')}
      run={() => {
        page.command('closeRecordedRun');
      }}
    />
  );
}

/** The log of another folder's session is shown. */
function Elsewhere({ page, state }: PageProps) {
  const elsewhere = state.snapshot.playback?.elsewhere;
  if (elsewhere === undefined) {
    return null;
  }
  const { texts } = page;
  const { session, folder, path, canOpen } = elsewhere;
  return (
    <Notice
      icon="eye"
      tone="info"
      title={texts.get('state.elsewhere')}
      text={texts.get(canOpen ? 'elsewhere.steer' : 'elsewhere.gone', {
        folder: oneLine(folder, 60),
      })}
      tooltip={oneLine(path, 400)}
      {...(canOpen && { action: texts.get('action.openFolder') })}
      run={() => {
        page.post({ type: 'elsewhere', session, show: 'folder' });
      }}
    />
  );
}
