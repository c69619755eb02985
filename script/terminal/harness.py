"""A program under a pseudo-terminal, for the scripts beside this file: keys in, bytes out, and what
becomes of the terminal. Python 3 standard library only; pyte, where it is installed, adds checks."""
import argparse
import fcntl
import os
import random
import re
import select
import shlex
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

try:
    import pyte
except ImportError:
    pyte = None

REDRAW = b"\x0c"

# A shared machine may keep a program waiting: every bar on time is multiplied by this.
PATIENCE = float(os.environ.get("STREAMTUI_PATIENCE", "1"))


def options(description, **counts):
    """The arguments that all scripts take: the program, counts, a seed."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("program", help="the program's path, as script/build prints it")
    for name, value in counts.items():
        if value is False:
            parser.add_argument("--" + name.replace("_", "-"), action="store_true")
            continue
        parser.add_argument("--" + name.replace("_", "-"), type=type(value), default=value,
                            help=f"default: {value!r}")
    parser.add_argument("--seed", type=int, default=None, help="default: a new one, printed")
    given = parser.parse_args()
    given.program = os.path.abspath(given.program)
    if given.seed is None:
        given.seed = random.SystemRandom().randrange(1 << 32)
    print(f"{os.path.basename(sys.argv[0])}: seed {given.seed}, load {os.getloadavg()[0]:.1f}",
          flush=True)
    return given


class Tally:
    """What was tried and what failed, and how to run a failure again."""

    def __init__(self, given):
        self.tried = 0
        self.failures = []
        self.given = given

    def count(self, what, problems, again=""):
        """One case: it passed if `problems` is empty."""
        self.tried += 1
        problems = [problem for problem in problems if problem]
        if problems:
            self.failures.append(what)
            print(f"FAILED {what}: {'; '.join(problems)}", flush=True)
            command = f"{sys.argv[0]} {shlex.quote(self.given.program)} --seed {self.given.seed} {again}"
            print(f"  again: {command.rstrip()}", flush=True)

    def finish(self):
        passed = self.tried - len(self.failures)
        print(f"tried {self.tried}, passed {passed}", flush=True)
        sys.exit(1 if self.failures or not self.tried else 0)


def shell_modes(descriptor):
    """The terminal's modes as `stty -a` shows them; None when it is gone."""
    try:
        return termios.tcgetattr(descriptor)
    except termios.error:
        return None


def resize(descriptor, columns, lines):
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))


class Session:
    """One run of the program on a terminal of its own."""

    def __init__(self, arguments, *, columns=80, lines=24, environment=None, standard_input=None,
                 controlling=True, ignores=(), jobs=False, keys=None):
        """Starts `arguments`.

        standard_input: a descriptor that replaces the terminal there. controlling: whether the
        terminal is the session's. ignores: signals ignored at the start. jobs: run as a shell's
        job (see run_job). keys: a descriptor of another terminal to read keys from.
        """
        self.primary, self.secondary = os.openpty()
        os.set_inheritable(self.primary, False)
        self.before = shell_modes(self.secondary)
        self.output = bytearray()
        self.sent = []
        self.status = None
        self.usage = None
        self.ended = None
        resize(self.secondary, columns, lines)
        variables = {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "HOME": "/nonexistent",
                     "PATH": os.environ.get("PATH", "/usr/bin:/bin")}
        for name in ("TMPDIR", "ASAN_OPTIONS"):
            if name in os.environ:
                variables[name] = os.environ[name]
        for name, value in (environment or {}).items():
            variables.pop(name, None) if value is None else variables.update({name: value})
        self.events, notes = os.pipe() if jobs else (None, None)
        orders, self.orders = os.pipe() if jobs else (None, None)
        name = os.ttyname(self.secondary)
        self.started = time.monotonic()
        self.child = os.fork()
        if self.child == 0:
            try:
                os.setsid()
                terminal = os.open(name, os.O_RDWR | (0 if controlling else os.O_NOCTTY))
                if controlling:
                    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
                for target in (0, 1, 2):
                    os.dup2(terminal, target)
                if keys is not None:
                    os.dup2(keys, 0)
                if standard_input is not None:
                    os.dup2(standard_input, 0)
                # Whoever started the script may ignore some, as nohup does.
                for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
                    signal.signal(number, signal.SIG_DFL)
                for number in ignores:
                    signal.signal(number, signal.SIG_IGN)
                signal.pthread_sigmask(signal.SIG_SETMASK, [])
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                if jobs:
                    run_job(arguments, variables, notes, orders)
                os.closerange(3, 256)
                os.execve(arguments[0], arguments, variables)
            except BaseException as error:  # the child must not go on as the script
                os.write(2, f"harness: {error}\n".encode())
            os._exit(126)
        if jobs:
            os.close(notes)
            os.close(orders)
        os.set_blocking(self.primary, False)

    # Input

    def send(self, data):
        """Types `data`; False when the terminal takes no more."""
        try:
            return os.write(self.primary, data) == len(data)
        except OSError:
            return False

    def send_all(self, data, limit=20):
        """Types `data` as fast as the program takes it."""
        self.sent.append(data)
        end = time.monotonic() + limit
        while data and time.monotonic() < end:
            try:
                data = data[os.write(self.primary, data):]
            except BlockingIOError:
                self.read(0.005)
            except OSError:
                return False
        return not data

    def resize(self, columns, lines):
        resize(self.primary, columns, lines)

    def signal(self, number):
        try:
            os.kill(self.child, number)
        except ProcessLookupError:
            pass

    # Output

    def read(self, seconds):
        """Reads what comes within `seconds`; False when nothing did."""
        if self.primary is None:
            time.sleep(seconds)
            return False
        try:
            ready, _, _ = select.select([self.primary], [], [], max(0, seconds))
            if not ready:
                return False
            data = os.read(self.primary, 1 << 16)
        except OSError:
            return False
        self.output += data
        return bool(data)

    def wait_for(self, text, since=0, limit=10):
        """Seconds until `text` was among the output from `since` on; None after `limit`."""
        start = time.monotonic()
        place = since
        while True:
            found = self.output.find(text, place)
            if found >= 0:
                return time.monotonic() - start
            place = max(since, len(self.output) - len(text))
            if time.monotonic() - start > limit or self.is_over():
                return None
            self.read(0.02)

    def settle(self, quiet=0.05, limit=10):
        """Reads until nothing came for `quiet` seconds."""
        end = time.monotonic() + limit
        while time.monotonic() < end and self.read(quiet):
            pass

    def redraw(self, quiet=0.05, limit=10):
        """Presses ^L; the bytes of the whole screen, or None when none came."""
        self.settle(quiet)
        mark = len(self.output)
        self.send(REDRAW)
        end = time.monotonic() + limit
        while len(self.output) == mark and time.monotonic() < end and not self.is_over():
            self.read(0.02)
        self.settle(quiet)
        return bytes(self.output[mark:]) or None

    # End

    def is_over(self):
        if self.status is None:
            child, status, usage = os.wait4(self.child, os.WNOHANG)
            if child:
                self.status, self.usage, self.ended = status, usage, time.monotonic()
        return self.status is not None

    def end(self, limit=10, reads=True):
        """Seconds until the program ended, its output read meanwhile or not; None when it did not."""
        start = time.monotonic()
        while not self.is_over():
            if time.monotonic() - start > limit:
                return None
            if not reads or self.primary is None:
                time.sleep(0.001)
            else:
                self.read(0.005)
        while self.read(0):
            pass
        return self.ended - start

    def close(self):
        """Ends what is left of it."""
        if not self.is_over():
            self.signal(signal.SIGKILL)
            self.end(5)
        for descriptor in (self.primary, self.secondary, self.events, self.orders):
            if descriptor is not None:
                os.close(descriptor)
        self.primary = self.secondary = self.events = self.orders = None

    def hang_up(self):
        """Closes the terminal under the program, as a lost connection does."""
        os.close(self.secondary)
        os.close(self.primary)
        self.primary = self.secondary = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    # What is checked

    def expect_status(self, code=None, number=None):
        """A problem, unless it exited with `code` or died of signal `number`."""
        if self.status is None:
            return "it did not end"
        if number is not None:
            if os.WIFSIGNALED(self.status) and os.WTERMSIG(self.status) == number:
                return None
            return f"{describe(self.status)} (expected death by {signal.Signals(number).name})"
        if os.WIFEXITED(self.status) and os.WEXITSTATUS(self.status) == code:
            return None
        return f"{describe(self.status)} (expected exit status {code})"

    def expect_modes(self):
        """A problem, unless the terminal's modes are as they were."""
        return None if shell_modes(self.secondary) == self.before else "termios differ"

    def expect_restored(self):
        """Problems with what the output bytes leave behind."""
        return left_behind(self.output)

    def cpu(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.child}/schedstat", encoding="ascii") as file:
            return int(file.read().split()[0]) / 1e9

    def memory(self):
        """Resident bytes of its own (not of files)."""
        with open(f"/proc/{self.child}/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("RssAnon"):
                    return int(line.split()[1]) * 1024
        return 0


def run_job(arguments, variables, notes, orders):
    """What a shell does with a job: ^Z gives it the terminal back, fg the job. Does not return.

    A byte goes to `notes` for each stop: T where the terminal's modes were the shell's, else t.
    A byte from `orders` continues it.
    """
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    signal.signal(signal.SIGTSTP, signal.SIG_IGN)
    shell = termios.tcgetattr(0)
    job = os.fork()
    if job == 0:
        os.setpgid(0, 0)
        os.tcsetpgrp(0, os.getpid())
        signal.signal(signal.SIGTTOU, signal.SIG_DFL)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.closerange(3, 256)
        os.execve(arguments[0], arguments, variables)
    while True:
        _, status = os.waitpid(job, os.WUNTRACED)
        if not os.WIFSTOPPED(status):
            os.tcsetpgrp(0, os.getpgrp())
            # Its status becomes ours.
            if os.WIFSIGNALED(status):
                number = os.WTERMSIG(status)
                if number not in (signal.SIGKILL, signal.SIGSTOP):
                    signal.signal(number, signal.SIG_DFL)
                os.kill(os.getpid(), number)
            os._exit(os.WEXITSTATUS(status))
        os.tcsetpgrp(0, os.getpgrp())
        same = termios.tcgetattr(0) == shell
        # A shell takes the modes that it wants, whatever the job left.
        termios.tcsetattr(0, termios.TCSADRAIN, shell)
        os.write(notes, b"T" if same else b"t")
        os.read(orders, 1)
        os.tcsetpgrp(0, job)
        os.kill(-job, signal.SIGCONT)


def describe(status):
    if os.WIFSIGNALED(status):
        return f"died of {signal.Signals(os.WTERMSIG(status)).name}"
    return f"exit status {os.WEXITSTATUS(status)}"


SEQUENCE = re.compile(
    rb"\x1b\[([?>=]?)([0-9;:]*)[ -/]*([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[()*+].|\x1b(.)|[\x0e\x0f]",
    re.DOTALL)
WATCHED = {b"1": "application cursor keys", b"1000": "mouse", b"1002": "mouse", b"1003": "mouse",
           b"1006": "mouse", b"2004": "bracketed paste", b"47": "alternate screen",
           b"1047": "alternate screen", b"1049": "alternate screen"}


def left_behind(output, lines=24):
    """Problems: modes that the program turned on and did not turn off, in the bytes it wrote."""
    on, problems = set(), []
    cursor, linux_cursor, style, keypad, shifted = True, b"0", False, False, False
    region = False
    for match in SEQUENCE.finditer(bytes(output)):
        private, parameters, final, single = match.groups()
        if match.group() in (b"\x0e", b"\x0f"):
            shifted = match.group() == b"\x0e"
        elif single in (b"=", b">"):
            keypad = single == b"="
        elif private == b"?" and final in (b"h", b"l"):
            for mode in parameters.split(b";"):
                if mode == b"25":
                    cursor = final == b"h"
                elif mode in WATCHED:
                    on.add(mode) if final == b"h" else on.discard(mode)
        elif private == b"?" and final == b"c":
            linux_cursor = parameters.split(b";")[0]
        elif not private and final == b"m":
            for value in parameters.split(b";"):
                if value in (b"", b"0"):
                    style = False
                elif value not in (b"10", b"39", b"49"):
                    style = True
        elif not private and final == b"r":
            region = parameters not in (b"", b"1;%d" % (lines or 24))
    if region:
        problems.append("a scrolling region is left")
    problems += sorted({WATCHED[mode] + " is left on" for mode in on})
    if not cursor or linux_cursor not in (b"0", b""):
        problems.append("the cursor is left hidden")
    if keypad:
        problems.append("the keypad is left in application mode")
    if style:
        problems.append("a style is left on")
    if shifted:
        problems.append("the line-drawing characters are left on")
    return problems


def plain_text(output):
    """What of `output` is no control sequence; a change of style or characters parts no word."""
    def left(found):
        return b"" if found[3] == b"m" or found[0][1:2] == b"(" else b" "
    return SEQUENCE.sub(left, bytes(output)).decode("utf-8", "replace")


class Emulator:
    """What a terminal shows after some bytes; only where pyte is installed. Speaks TERM=linux."""

    def __init__(self, columns, lines):
        self.screen = pyte.Screen(columns, lines)
        self.stream = pyte.ByteStream(self.screen)

    def feed(self, data):
        self.stream.feed(bytes(data))
        return self

    def text(self):
        return list(self.screen.display)


class Folder:
    """A folder that is gone in the end."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="streamtui-terminal-")

    def file(self, name, text):
        path = os.path.join(self.path, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def browser(self):
        """A browser that writes down what it is called with, a line a call, and where."""
        log = os.path.join(self.path, "opened")
        path = self.file("browser", f"#!/bin/sh\nprintf '%s\\n' \"$*\" >>{shlex.quote(log)}\n")
        os.chmod(path, 0o755)
        open(log, "w", encoding="utf-8").close()
        return path, log

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


def feed(posts, words=12):
    """A feed with a post a line, without dates, so that no screen depends on the clock."""
    rows = []
    for index in range(1, posts + 1):
        text = " ".join(f"word{index + offset}" for offset in range(words))
        rows.append(
            f'{{"id":"p{index}","author":{{"id":"u{index % 7}","name":"Writer {index % 7}"}},'
            f'"body_html":"<p>post number {index}: {text} <b>bold</b> <i>café 日本語</i> '
            f'<a href=\\"https://pages.example/{index}\\">page {index}</a> '
            f'<a href=\\"mailto:w{index}@mail.example\\">mail</a></p>"}}\n')
    return "".join(rows)
