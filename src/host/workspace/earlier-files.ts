/** What files held at a step, as documents that VS Code's diff editors open: read-only, bytes as they were. */
import * as vscode from 'vscode';
import { setNewest } from '../../core/push-newest.js';
import type { WayBack } from '../../live/workspace/way-back.js';
import type { FileState } from '../../workspace/file-history.js';

const SCHEME = 'turnwatch-earlier';
/** Documents that are remembered. */
const MOST = 1000;

interface EarlierFile {
  top: string;
  name: string;
  state: FileState;
}

export class EarlierFiles implements vscode.FileSystemProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;
  private readonly files = new Map<string, EarlierFile>();
  private readonly registration: vscode.Disposable;

  constructor(private readonly wayBack: Pick<WayBack, 'read'>) {
    this.registration = vscode.workspace.registerFileSystemProvider(SCHEME, this, {
      isReadonly: true,
      isCaseSensitive: true,
    });
  }

  /** `name`: from `top`, with `/`. The same content has the same address. */
  makeUri(top: string, name: string, state: FileState): vscode.Uri {
    const uri = vscode.Uri.from({
      scheme: SCHEME,
      path: `/${name}`,
      query: state.mark ?? state.commit ?? '',
    });
    setNewest(this.files, uri.toString(), { top, name, state }, MOST);
    return uri;
  }

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.load(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length };
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return this.load(uri);
  }

  private async load(uri: vscode.Uri): Promise<Uint8Array> {
    const file = this.files.get(uri.toString());
    const content = file && (await this.wayBack.read(file.top, file.name, file.state));
    if (content === undefined) {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
    return content;
  }

  // nothing changes, and nothing can be changed

  watch(): vscode.Disposable {
    return vscode.Disposable.from();
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  writeFile(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
