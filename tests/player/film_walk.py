"""Films the walk of test_walk.sh, in real time at 25 frames per second.

Usage: film_walk.py PROGRAM SAMPLES FILM.y4m [PICTURE.png]. The film is uncompressed YUV4MPEG2. The picture is of
the moment in which the ghosts have peeled off. Needs what the test needs: Xvfb, xdotool, and ImageMagick.
"""

import pathlib
import shutil
import subprocess
import sys
import tempfile

RATE = 25
WIDTH, HEIGHT = 1280, 800


def planes(frame):
    """A picture as Y, U, and V, each row by row; U and V at half the size."""
    command = ["convert", frame, "-depth", "8", "-sampling-factor", "4:2:0", "yuv:-"]
    # ImageMagick's status is 1 even when it has written everything.
    picture = subprocess.run(command, check=False, stdout=subprocess.PIPE).stdout
    if len(picture) != WIDTH * HEIGHT * 3 // 2:
        sys.exit(f"cannot read {frame}")
    return picture


def main():
    program, samples, film = sys.argv[1:4]
    test = pathlib.Path(__file__).with_name("test_walk.sh")
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["bash", test, pathlib.Path(program).resolve(), samples, folder], check=True)
        frames = sorted(pathlib.Path(folder).glob("0*.png"))
        if len(sys.argv) > 4:
            shutil.copy(pathlib.Path(folder) / "picture.png", sys.argv[4])
        # The window opens with the first frames, which have nothing to show yet.
        frames = frames[2:]
        times = [frame.stat().st_mtime for frame in frames]
        with open(film, "wb") as out:
            out.write(f"YUV4MPEG2 W{WIDTH} H{HEIGHT} F{RATE}:1 Ip A1:1 C420jpeg\n".encode())
            shown, picture = -1, b""
            count = int((times[-1] - times[0]) * RATE)
            for i in range(count):
                frame = shown
                while frame + 1 < len(times) and times[frame + 1] <= times[0] + i / RATE:
                    frame += 1
                if frame != shown:
                    shown, picture = frame, planes(frames[frame])
                out.write(b"FRAME\n" + picture)
    print(f"{film}: {count / RATE:.1f} s, {len(frames)} pictures")


main()
