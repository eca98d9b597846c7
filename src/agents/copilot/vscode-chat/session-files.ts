/**
 * The two files of each session: `<storage>/GitHub.copilot-chat/transcripts/<session>.jsonl` and `<storage>/chatSessions/<session>.jsonl`.
 * A line of either is a reason to look at both, so that they tell one story in its order. What a session has told is kept here: VS Code
 * writes its chat sessions anew.
 */
import { basename, dirname, join } from 'node:path';
import { isProblem, type LogReader, type Result } from '../../agent.js';
import type { TurnEvent } from '../../../core/events.js';
import { ChatLog } from './chat-log.js';
import { CHAT_SESSIONS, isChatSession, isTranscript, TRANSCRIPTS } from './places.js';
import { LineFile } from './line-file.js';
import { openTranscript } from './transcript.js';
import { findFolder } from './workspace-folder.js';

const MOST_SESSIONS = 64;

export class SessionFiles {
  /** By storage and session, those heard of last at the end. */
  private readonly sessions = new Map<string, Session>();

  /** `folders`: those of the window, whose storage it is. */
  open(file: string, folders: readonly string[] = []): LogReader {
    if (!isTranscript(file) && !isChatSession(file)) {
      return openTranscript(file, folders[0]);
    }
    const id = basename(file, '.jsonl');
    const storage = isTranscript(file) ? dirname(dirname(dirname(file))) : dirname(dirname(file));
    const key = join(storage, id);
    const chat = isTranscript(file) ? join(storage, CHAT_SESSIONS, `${id}.jsonl`) : file;
    const session = this.sessions.get(key) ?? new Session(storage, chat, id, folders);
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const oldest = this.sessions.size > MOST_SESSIONS ? this.sessions.keys().next() : undefined;
    if (oldest?.done === false) {
      this.sessions.delete(oldest.value);
    }
    return session.reader();
  }
}

class Session {
  private readonly chat: LineFile;
  private readonly transcript: LineFile;
  private readonly events: LogReader;
  private readonly log: ChatLog;
  private hasTranscript = false;
  private start: TurnEvent | undefined;

  constructor(storage: string, chat: string, id: string, folders: readonly string[]) {
    const transcript = join(storage, ...TRANSCRIPTS, `${id}.jsonl`);
    const cwd = folders[0] ?? findFolder(storage);
    this.chat = new LineFile(chat);
    this.transcript = new LineFile(transcript);
    this.events = openTranscript(transcript, cwd);
    this.log = new ChatLog(id, cwd, () => this.hasTranscript);
  }

  /** Each file's reader names the session's folder first: what follows is told by whichever looked first. */
  reader(): LogReader {
    let isFirst = true;
    return {
      line: () => {
        const read = this.look();
        if (isProblem(read) || !isFirst || this.start === undefined) {
          return read;
        }
        isFirst = false;
        return read[0]?.type === 'session.start' ? read : [this.start, ...read];
      },
      settle: () => {
        const read = this.look();
        const told = isProblem(read) ? [] : read;
        return this.log.hasChat ? told : [...told, ...this.log.tell(this.events.settle?.() ?? [])];
      },
    };
  }

  /** What is new in both. */
  private look(): Result<TurnEvent[]> {
    const problems: string[] = [];
    const chat = this.chat.read();
    if (chat !== undefined && chat.lines.length > 0) {
      problems.push(...this.log.takeChat(chat.lines, chat.fresh));
    }
    const transcript = this.transcript.read();
    this.hasTranscript ||= transcript !== undefined;
    const events = (transcript?.lines ?? []).flatMap((line) => {
      const read = this.events.line(line);
      if (isProblem(read)) {
        problems.push(read.problem);
        return [];
      }
      return read;
    });
    const told = this.log.tell(events);
    this.start = told.find(({ type }) => type === 'session.start') ?? this.start;
    const [problem] = problems;
    return problem !== undefined && told.length === 0 ? { problem } : told;
  }
}
